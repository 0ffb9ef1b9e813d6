package gateway

import (
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics counts what the gateway does. Every frame that is dropped, every connection that ends and every
// request that is turned away has a counter.
type metrics struct {
	connections prometheus.Gauge
	framesIn    *prometheus.CounterVec // by kind
	framesOut   *prometheus.CounterVec // by kind
	replaced    prometheus.Counter
	dropped     prometheus.Counter
	closes      *prometheus.CounterVec // by code
	refused     *prometheus.CounterVec // by why
	waits       prometheus.Counter
	guesses     prometheus.Counter
	calls       *prometheus.CounterVec // by procedure and code
	panics      *prometheus.CounterVec // by where
	queued      *atomic.Int64          // bytes
}

func newMetrics(registry *prometheus.Registry) (*metrics, error) {
	counter := func(name, help string) prometheus.Counter {
		return prometheus.NewCounter(prometheus.CounterOpts{Namespace: "samedeal", Subsystem: "gateway", Name: name, Help: help})
	}
	vector := func(name, help string, labels ...string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(
			prometheus.CounterOpts{Namespace: "samedeal", Subsystem: "gateway", Name: name, Help: help}, labels)
	}
	gauge := func(name, help string) prometheus.GaugeOpts {
		return prometheus.GaugeOpts{Namespace: "samedeal", Subsystem: "gateway", Name: name, Help: help}
	}
	m := &metrics{
		connections: prometheus.NewGauge(gauge("connections", "WebSocket connections that are open.")),
		framesIn:    vector("frames_in_total", "Frames from clients, by kind; bad if refused, late if the connection was ending.", "kind"),
		framesOut:   vector("frames_out_total", "Frames sent to clients, by kind.", "kind"),
		replaced:    counter("frames_replaced_total", "State frames that a newer one replaced before they were sent."),
		dropped:     counter("frames_dropped_total", "Frames for connections that were ending."),
		closes:      vector("closes_total", "Connections that ended, by close code; client, lost and broken are not the server's doing.", "code"),
		refused:     vector("refusals_total", "Requests turned away at the door, by why.", "why"),
		waits:       counter("throttled_frames_total", "Frames that had to wait because their client sent too many."),
		guesses:     counter("lookups_refused_total", "Look-ups of rooms refused because the address had tried too many codes."),
		calls:       vector("calls_total", "HTTP calls, by procedure and code.", "procedure", "code"),
		panics:      vector("panics_total", "Panics that were caught, by where.", "where"),
		queued:      new(atomic.Int64),
	}
	bytes := prometheus.NewGaugeFunc(gauge("queue_bytes", "Bytes of frames that wait to be sent, on all connections."),
		func() float64 { return float64(m.queued.Load()) })
	for _, c := range []prometheus.Collector{
		m.connections, m.framesIn, m.framesOut, m.replaced, m.dropped, m.closes, m.refused, m.waits, m.guesses,
		m.calls, m.panics, bytes,
	} {
		if err := registry.Register(c); err != nil {
			return nil, err
		}
	}
	return m, nil
}
