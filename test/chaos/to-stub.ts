/**
 * Loaded before the portal of `npm run chaos`: the chat platform's calls go to the stand-in on this machine. Nothing
 * else of the portal is another than in an office.
 */
const standIn = process.env.CHAOS_STAND_IN ?? '';
const platform = process.env.CHAT_ENDPOINT ?? '';
const ask = globalThis.fetch;

globalThis.fetch = (input, init) => {
  const url = String(input);
  if (url.startsWith(platform)) return ask(standIn + url.slice(platform.length), init);
  throw new Error(`Nothing but the stand-in is asked, not ${new URL(url).origin}`);
};
