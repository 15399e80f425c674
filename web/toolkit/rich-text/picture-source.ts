/** Loads a picture of a text by the id of its file, for a person who may read it. */
export type LoadPicture = (fileId: string, signal: AbortSignal) => Promise<Blob>;

/**
 * Shows the picture of a file in an element, by an address that only this page knows. Returns a function that stops
 * loading and releases the address.
 */
export function showPicture(element: HTMLImageElement, fileId: string, load: LoadPicture): () => void {
  const abortController = new AbortController();
  let address: string | undefined;
  element.dataset.state = 'loading';
  load(fileId, abortController.signal).then(
    (blob) => {
      if (abortController.signal.aborted) return;
      address = URL.createObjectURL(blob);
      element.src = address;
      delete element.dataset.state;
    },
    () => {
      if (abortController.signal.aborted) return;
      element.dataset.state = 'failed';
      element.title = '图片未能显示';
    },
  );
  return () => {
    abortController.abort();
    if (address !== undefined) URL.revokeObjectURL(address);
  };
}
