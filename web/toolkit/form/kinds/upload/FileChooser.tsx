import type { RefObject } from 'react';
import { uploadDefaults } from '#domain/forms/kinds/upload/upload.ts';
import { offeredExtensions } from '#domain/uploads/converted-pictures.ts';
import type { UploadTarget } from '../../upload-target.ts';

type Rule = UploadTarget['rule'];

const formatsOf = (rule: Rule) => rule.accept ?? uploadDefaults.accept;

/** Returns the hint on the formats, size and number of files that a field accepts. */
export function limitsText(rule: Rule): string {
  const number = rule.maxCount === undefined ? '' : `，最多 ${rule.maxCount} 个`;
  return `支持 ${formatsOf(rule).join('、')}，单个不超过 ${rule.maxSizeMb ?? uploadDefaults.maxSizeMb} MB${number}`;
}

/** Shows the browser's own file chooser, which a button opens through the ref. */
export function FileChooser(props: {
  ref: RefObject<HTMLInputElement | null>;
  rule: Rule;
  testId: string;
  onFiles: (files: readonly File[]) => void;
}) {
  const { ref, rule, testId, onFiles } = props;
  return (
    <input
      ref={ref}
      hidden
      // The form of Ant Design shows hidden file inputs.
      style={{ display: 'none' }}
      multiple
      accept={offeredExtensions(formatsOf(rule))
        .map((extension) => `.${extension}`)
        .join(',')}
      aria-hidden
      data-testid={testId}
      tabIndex={-1}
      type="file"
      onChange={(event) => {
        const files = [...(event.target.files ?? [])];
        // Lets the same file be chosen again after it was removed.
        event.target.value = '';
        onFiles(files);
      }}
    />
  );
}
