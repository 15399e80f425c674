export {
  type AttachableFiles,
  checkFileList,
  checkSpace,
  fileAttachedElsewhere,
  findFiles,
  noFiles,
} from './attachable.ts';
export { cleanName } from './clean-name.ts';
export { listKnownContents } from './known-contents.queries.ts';
export { listFiles, lockFreeUpload } from './queries.ts';
export { sendBytes } from './send.ts';
export { storeFile } from './store-file.ts';
export { makeThumbnails } from './thumbnails.ts';
export { attachFilesToDraft, cleanUpFiles, deleteUnattached, removeBytes } from './unattached-files.ts';
export {
  type CheckedFile,
  receiveFile,
  recordReceived,
  storeUploads,
  uploadLimits,
} from './upload.ts';
export { createUploadLimiter, type UploadLimiter } from './upload-limiter.ts';
export { markNotInForce } from './watermarked-copies.ts';
