import { useQuery } from '@tanstack/react-query';
import { filePreviews } from '#contract/file-previews.ts';
import { queryOf } from '#web/api/query-of.ts';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { Waiting } from './FileLoader.tsx';
import { SheetsView } from './SheetsView.tsx';
import { TextView } from './TextView.tsx';
import styles from './viewer.module.css';

/**
 * Shows a sheet or a text as the server has parsed it: the uploaded file itself is not opened in the browser.
 */
export function ParsedFileView({ file }: { file: { id: string; name: string } }) {
  const query = queryOf(filePreviews.data, {
    params: { id: file.id },
    query: { pagePath: window.location.pathname },
  });
  // A stored file never changes.
  const { data, error, refetch } = useQuery({ ...query, staleTime: Infinity, retry: false });
  if (data?.kind === 'sheet') return <SheetsView preview={data} name={file.name} />;
  if (data?.kind === 'text') return <TextView preview={data} name={file.name} />;
  return (
    <div className={styles.middle}>
      {error ? <FailureState failure={error} onRetry={() => void refetch()} /> : <Waiting />}
    </div>
  );
}
