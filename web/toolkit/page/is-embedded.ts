/** Checks whether the portal stands in a frame of another page. */
export function isEmbedded(): boolean {
  return window.parent !== window;
}
