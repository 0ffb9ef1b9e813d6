// Fingers, through the debugger's protocol: the page gets touch events, and the browser may take them for
// scrolling and zooming, as it does with a real finger.

/** Fingers touch a page. Their clock is their own, so that two taps are as quick on a busy machine. */
export class Fingers {
  #page;
  #debugger;
  #seconds = Date.now() / 1000;

  static async on(page) {
    const fingers = new Fingers();
    fingers.#page = page;
    fingers.#debugger = await page.context().newCDPSession(page);
    return fingers;
  }

  /** down has a finger touch, besides those given that touch already. */
  down(at, ...others) {
    return this.#send("touchStart", [...others, at]);
  }

  /** move moves them, and waits for the frame with which the browser tells the page. */
  async move(...points) {
    await this.#send("touchMove", points);
    await this.#page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
  }

  /** up lifts all fingers. */
  up() {
    return this.#send("touchEnd", []);
  }

  /** cancel is what a browser does that needs the finger for itself: a call comes in, or the system's gesture. */
  cancel() {
    return this.#send("touchCancel", []);
  }

  async tap(at) {
    await this.down(at);
    await this.up();
  }

  /** tapTwice is a double tap, quicker than the machine may be. */
  async tapTwice(at) {
    await this.tap(at);
    await this.tap(at);
  }

  /** wait lets the fingers' clock go on. */
  wait(ms) {
    this.#seconds += ms / 1000;
  }

  #send(type, points) {
    this.wait(20);
    const touchPoints = points.map(({ x, y }, id) => ({ x, y, id }));
    return this.#debugger.send("Input.dispatchTouchEvent", { type, touchPoints, timestamp: this.#seconds });
  }
}
