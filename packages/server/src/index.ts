/** `@loadout/server`: the HTTP API of a host. Its typed client is `@loadout/server/client`. */
export { type App, type AppOptions, createApp } from './app.js';
export type { ChatEndpoint } from './chat-endpoint.js';
export { canonicalHost, isLoopback, isWildcard } from './check-origin.js';
export { type RunningServer, type ServerOptions, startServer } from './server.js';
export type { ServerLimits } from './server-limits.js';
