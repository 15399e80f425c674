import type { QrFiles } from '#contract/phone-upload.ts';
import type { PhoneUploadState } from '#domain/uploads/phone-upload.ts';
import type { PhoneUploadProps } from '../form/phone-upload-props.ts';
import type { ShownCode } from './use-qr-upload.ts';

/** A code and what has come by it, as each of its states is drawn from. */
export interface CodeStateProps {
  code: ShownCode;
  state: PhoneUploadState;
  files: QrFiles;
  /** The number of them that had arrived by the codes before this one. */
  before: number;
  place: PhoneUploadProps['place'];
  refresh: () => void;
}
