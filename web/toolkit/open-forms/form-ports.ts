import { files } from '#contract/files.ts';
import { uploadMessage } from '#domain/uploads/upload-rule.ts';
import { call } from '#web/api/call.ts';
import { useFileViewer } from '#web/toolkit/files/use-file-viewer.tsx';
import type { FormPorts } from '#web/toolkit/form/form-ports.ts';
import { lazyPart } from '#web/toolkit/page/lazy-part.tsx';
import { loadAreas, loadOfficeCodes } from '#web/toolkit/regions/area-source.ts';

/** What the fields of a form ask of the server: areas level by level, storing a file and looking at one. */
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

  useFileViewer,

  PhoneUpload: lazyPart(
    async () => (await import('../phone-upload/PhoneUploadDialog.tsx')).PhoneUploadDialog,
  ),
};
