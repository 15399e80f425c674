import type { UploadTarget } from './upload-target.ts';

/** Properties of the dialog of all ways to upload, given by a place of a form. */
export interface UploadDialogProps {
  place: { form: string; field: string };
  target: UploadTarget;
  /** Files come by a phone instead. */
  onPhone?: (() => void) | undefined;
  onClose(): void;
}
