/** Checks whether the portal is in a frame of another page. */
export function isEmbedded(): boolean {
  return window.parent !== window;
}
