import { files } from '#contract/files.ts';
import { addressByTicket } from '#web/api/address-by-ticket.ts';
import { addressOf } from '#web/api/call.ts';
import { saveFrom } from '../page/save-file.ts';

/**
 * Returns an address of the file for one view, shown or saved; it names the current page for the access log
 * (S2 §2).
 */
export function addressWithTicket(id: string, mark: 'stream' | 'attachment'): Promise<string> {
  return addressByTicket(addressOf(files.download, { id }), id, {
    mark,
    pagePath: window.location.pathname,
  });
}

/** Saves a stored file on the user's computer. */
export async function saveStoredFile(id: string): Promise<void> {
  saveFrom(await addressWithTicket(id, 'attachment'));
}
