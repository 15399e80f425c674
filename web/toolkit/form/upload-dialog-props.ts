import type { UploadTarget } from './upload-target.ts';

/** Properties of the dialog of all ways to upload, given by a field of a form. */
export interface UploadDialogProps {
  place: { form: string; field: string };
  target: UploadTarget;
  /** Switches to uploading from a phone. */
  onPhone?: (() => void) | undefined;
  onClose(): void;
}
