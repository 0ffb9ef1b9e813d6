package embedded

import (
	"encoding"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// commandOf gives a command's words as the client sends them, the name in capitals.
func commandOf(args []any) (command, error) {
	c := make(command, len(args))
	for i, arg := range args {
		word, err := wordOf(arg)
		if err != nil {
			return nil, err
		}
		c[i] = word
	}
	if len(c) == 0 {
		return nil, &RefusedError{Command: "a command", Reason: "it has no name"}
	}
	c[0] = strings.ToUpper(c[0])
	return c, nil
}

// wordOf is how the client sends an argument.
func wordOf(arg any) (string, error) {
	switch v := arg.(type) {
	case nil:
		return "", nil
	case string:
		return v, nil
	case []byte:
		return string(v), nil
	case bool:
		if v {
			return "1", nil
		}
		return "0", nil
	case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64:
		return fmt.Sprint(v), nil
	case float32:
		return strconv.FormatFloat(float64(v), 'f', -1, 64), nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	case time.Time:
		return v.Format(time.RFC3339Nano), nil
	case time.Duration:
		return strconv.FormatInt(v.Nanoseconds(), 10), nil
	case encoding.BinaryMarshaler:
		data, err := v.MarshalBinary()
		return string(data), err
	default:
		return "", &RefusedError{Command: "an argument", Reason: fmt.Sprintf("it cannot write a %T down", arg)}
	}
}
