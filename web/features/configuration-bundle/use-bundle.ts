import { useRef, useState } from 'react';
import { configurationBundle } from '#contract/configuration-bundle.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { type BundlePart, bundleLimit } from '#domain/office/bundle-parts.ts';
import { call } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { base64OfFile } from '#web/toolkit/files/base64.ts';

export type BundlePreview = OutputOf<typeof configurationBundle.preview>;

/** A bundle with its preview: the changes that importing the chosen parts would make. */
export interface PreviewedBundle {
  name: string;
  file: string;
  preview: BundlePreview;
  /** The parts to import. */
  parts: readonly BundlePart[];
}

/** Returns the reason why a file is not even sent; the server checks its content. */
function problemOfFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  if (!/\.zip$/i.test(name)) return '请选择从“办公配置包”导出的 .zip 文件';
  if (size === 0) return '文件是空的，请重新选择';
  return size > bundleLimit.bytes ? `文件不能超过 ${bundleLimit.bytes / 1_048_576} MB` : undefined;
}

/** Returns the previewed bundle and its actions; only the response to the latest request is shown. */
export function useBundle() {
  const [bundle, setBundle] = useState<PreviewedBundle>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const latestRequest = useRef(0);

  const requestPreview = async (name: string, file: string, requestedParts?: readonly BundlePart[]) => {
    latestRequest.current += 1;
    const requestNumber = latestRequest.current;
    setReading(true);
    // The checkboxes change at once; the preview for them follows.
    if (requestedParts) setBundle((before) => before && { ...before, parts: requestedParts });
    try {
      const preview = await call(configurationBundle.preview, {
        body: { file, ...(requestedParts && { parts: [...requestedParts] }) },
      });
      if (requestNumber !== latestRequest.current) return;
      const comparedParts = preview.parts.filter((row) => row.compared).map(({ part }) => part);
      setBundle({ name, file, preview, parts: requestedParts ?? comparedParts });
      setProblem(undefined);
    } catch (failure) {
      if (requestNumber !== latestRequest.current) return;
      const problems = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
      // A broken connection does not mean that the file is bad: it stays for another try.
      setBundle((before) => (problems.length === 0 && before?.file === file ? before : undefined));
      setProblem(`${name}：${problems.length > 0 ? problems.join('；') : textOfFailure(failure)}`);
    }
    setReading(false);
  };
  return {
    opened: bundle,
    problem,
    isReading,
    chooseFile: async (file: File) => {
      const fileProblem = problemOfFile(file);
      if (fileProblem === undefined) return await requestPreview(file.name, await base64OfFile(file));
      latestRequest.current += 1;
      setBundle(undefined);
      setReading(false);
      setProblem(`${file.name}：${fileProblem}`);
    },
    /** Requests the preview again, with these parts or because data was changed meanwhile. */
    previewAgain: async (parts?: readonly BundlePart[]) => {
      if (bundle) await requestPreview(bundle.name, bundle.file, parts ?? bundle.parts);
    },
    clear: () => {
      latestRequest.current += 1;
      setBundle(undefined);
    },
  };
}
