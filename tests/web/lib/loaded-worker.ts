/** A worker whose code has come, and that does nothing else. */
export class LoadedWorker {
  set onmessage(told: () => void) {
    queueMicrotask(told);
  }
  postMessage() {}
  terminate() {}
}
