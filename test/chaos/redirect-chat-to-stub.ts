/**
 * Loaded before the portal of `npm run chaos`: redirects the calls to the chat platform to the stub on this
 * machine. The rest of the portal is the same as in an office.
 */
const stubOrigin = process.env.CHAOS_STUB_ORIGIN ?? '';
const platform = process.env.CHAT_ENDPOINT ?? '';
const originalFetch = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = String(input);
  if (url.startsWith(platform)) return originalFetch(stubOrigin + url.slice(platform.length), init);
  throw new Error(`Only requests to the stub are allowed, not to ${new URL(url).origin}`);
};
