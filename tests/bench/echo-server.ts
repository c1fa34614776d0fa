/** The bare websocket: all hear every message. Says its port and knows nothing else. */
const server = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: (request, offering) =>
    offering.upgrade(request) ? undefined : new Response(null, { status: 426 }),
  websocket: {
    open(socket) {
      socket.subscribe("all");
    },
    message: (_, text) => {
      server.publish("all", text);
    },
  },
});
console.log(server.port);
