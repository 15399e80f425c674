import { files } from '#contract/files.ts';
import { session } from '#contract/session.ts';
import { addressOf, call } from '#web/api/call.ts';
import { writeQuery } from '#web/api/send.ts';
import styles from './stored-file.module.css';

/** Looking at stored files by one-time tickets, so that no session token stands in an address (S0 §7). */

async function addressWithTicket(id: string): Promise<string> {
  const { ticket } = await call(session.createTicket, { body: { purpose: 'download', subject: id } });
  return addressOf(files.download, { id }) + writeQuery({ ticket, mark: 'stream' });
}

/**
 * Opens a stored file in a window of its own. The window is opened before the ticket is there, because browsers only allow
 * it in answer to the click itself.
 */
export async function openStoredFile(id: string): Promise<void> {
  const opened = window.open('', '_blank');
  try {
    const url = await addressWithTicket(id);
    if (opened === null) window.location.assign(url);
    else opened.location.replace(url);
  } catch (failure) {
    opened?.close();
    throw failure;
  }
}

/** Prints a stored file: the browser's own print window, over a frame that nobody sees. */
export async function printStoredFile(id: string): Promise<void> {
  const answer = await fetch(await addressWithTicket(id));
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
