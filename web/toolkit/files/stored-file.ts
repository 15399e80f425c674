import { files } from '#contract/files.ts';
import { session } from '#contract/session.ts';
import { addressOf, call } from '#web/api/call.ts';
import { writeQuery } from '#web/api/send.ts';
import styles from './stored-file.module.css';

/** Looking at stored files by one-time tickets, so that no session token stands in an address (S0 §7). */

/** Where the file is for one look, shown or saved; the page that asks is named for the access log (S2 §2). */
export async function addressWithTicket(id: string, mark: 'stream' | 'attachment'): Promise<string> {
  const { ticket } = await call(session.createTicket, { body: { purpose: 'download', subject: id } });
  const pagePath = window.location.pathname;
  return addressOf(files.download, { id }) + writeQuery({ ticket, mark, pagePath });
}

/** Saves a stored file on the person's own machine. */
export async function saveStoredFile(id: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await addressWithTicket(id, 'attachment');
  link.download = '';
  link.click();
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
