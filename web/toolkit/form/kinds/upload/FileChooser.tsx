import type { RefObject } from 'react';
import { uploadDefaults } from '#domain/forms/kinds/upload/upload.ts';
import { offeredExtensions } from '#domain/uploads/converted-pictures.ts';
import type { UploadTarget } from '../../upload-target.ts';

type Rule = UploadTarget['rule'];

const formatsOf = (rule: Rule) => rule.accept ?? uploadDefaults.accept;

/** Returns the text for the person on the formats, size and number of files that a field takes. */
export function limitsText(rule: Rule): string {
  const number = rule.maxCount === undefined ? '' : `，最多 ${rule.maxCount} 个`;
  return `支持 ${formatsOf(rule).join('、')}，单个不超过 ${rule.maxSizeMb ?? uploadDefaults.maxSizeMb} MB${number}`;
}

/** The browser's own chooser, which a button beside it opens by the ref. */
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
        // The same file may be chosen again after it was removed.
        event.target.value = '';
        onFiles(files);
      }}
    />
  );
}
