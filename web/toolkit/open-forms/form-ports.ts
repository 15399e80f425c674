import { files } from '#contract/files.ts';
import { session } from '#contract/session.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { addressOf, call } from '#web/api/call.ts';
import { writeQuery } from '#web/api/send.ts';
import type { FormPorts } from '#web/toolkit/form/form-ports.ts';
import { loadAreas, loadOfficeCodes } from '#web/toolkit/regions/area-source.ts';

/** What the fields of a form ask of the server: areas level by level, storing a file and opening one. */
export const formPorts: FormPorts = {
  async loadAreas(_level, parentCode) {
    const areas = await loadAreas(parentCode);
    return areas.map(({ code, name, isLeaf }) => ({ code, name, isLeaf }));
  },

  officePath: loadOfficeCodes,

  async uploadFile(file, onProgress) {
    const parts = [{ field: 'file', file, name: file.name }];
    const { rows } = await call(files.upload, {}, { files: parts, onProgress });
    const stored = rows[0];
    if (stored === undefined) throw new Error(uploadMessage.transport);
    return { id: stored.id, name: stored.filename, size: stored.size };
  },

  openFile(file) {
    void openStoredFile(file.id);
  },
};

/**
 * Opens a stored file in a window of its own by a one-time ticket, so that no session token stands in an address.
 * The window is opened before the ticket is there, because browsers only allow it in answer to the click itself.
 */
async function openStoredFile(id: string): Promise<void> {
  const opened = window.open('', '_blank');
  try {
    const { ticket } = await call(session.createTicket, { body: { purpose: 'download', subject: id } });
    const url = addressOf(files.download, { id }) + writeQuery({ ticket, mark: 'stream' });
    if (opened === null) window.location.assign(url);
    else opened.location.replace(url);
  } catch {
    opened?.close();
  }
}
