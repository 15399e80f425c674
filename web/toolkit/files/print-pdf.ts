import styles from './print-pdf.module.css';
import { readFile } from './read-file.ts';

/** Prints a stored file. Throws `CallError`. */
export async function printStoredFile(id: string): Promise<void> {
  printPdf(await readFile(id));
}

/** Prints a loaded PDF: opens the browser's print window over a hidden frame. */
export function printPdf(pdf: Blob): void {
  const url = URL.createObjectURL(pdf);
  const frame = document.createElement('iframe');
  frame.className = styles.printed ?? '';
  frame.title = '打印';
  frame.addEventListener('load', () => frame.contentWindow?.print(), { once: true });
  // The print window uses the frame while it is open; the next print replaces it.
  for (const oldFrame of document.querySelectorAll<HTMLIFrameElement>(`iframe.${styles.printed}`)) {
    URL.revokeObjectURL(oldFrame.src);
    oldFrame.remove();
  }
  frame.src = url;
  document.body.append(frame);
}
