import { files } from '#contract/files.ts';
import { addressByTicket } from '#web/api/address-by-ticket.ts';
import { addressOf } from '#web/api/call.ts';
import { saveFrom } from '../page/save-file.ts';
import styles from './stored-file.module.css';

/** Where the file is for one look, shown or saved; the page that asks is named for the access log (S2 §2). */
export function addressWithTicket(id: string, mark: 'stream' | 'attachment'): Promise<string> {
  return addressByTicket(addressOf(files.download, { id }), id, {
    mark,
    pagePath: window.location.pathname,
  });
}

/** Saves a stored file on the person's own machine. */
export async function saveStoredFile(id: string): Promise<void> {
  saveFrom(await addressWithTicket(id, 'attachment'));
}

/** Prints a stored file: the browser's own print window, over a frame that nobody sees. */
export async function printStoredFile(id: string): Promise<void> {
  const answer = await fetch(await addressWithTicket(id, 'stream'));
  if (!answer.ok) throw new Error('文件未能取得，请重试');
  const url = URL.createObjectURL(await answer.blob());
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
