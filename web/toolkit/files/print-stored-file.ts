import styles from './print-stored-file.module.css';
import { readFile } from './read-file.ts';

/** Prints a stored file: the browser's own print window, over a frame that nobody sees. Throws `CallError`. */
export async function printStoredFile(id: string): Promise<void> {
  const url = URL.createObjectURL(await readFile(id));
  const frame = document.createElement('iframe');
  frame.className = styles.printed ?? '';
  frame.title = '打印';
  frame.addEventListener('load', () => frame.contentWindow?.print(), { once: true });
  // What is printed is read while its window stands; the next one takes its place.
  for (const before of document.querySelectorAll<HTMLIFrameElement>(`iframe.${styles.printed}`)) {
    URL.revokeObjectURL(before.src);
    before.remove();
  }
  frame.src = url;
  document.body.append(frame);
}
