/** Ticks at the interval it is told. Workers keep time where hidden pages may not. */
addEventListener("message", ({ data }: MessageEvent<number>) => {
  setInterval(() => postMessage(null), data);
});
