import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type CopyReaders, copies } from '#contract/copies.ts';
import { queryOf } from '#web/api/query-of.ts';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { DateTime } from '#web/toolkit/status/DateTime.tsx';
import styles from './copy-readers.module.css';

/** Shows the recipients of a copy and those who have read it, with the time. */
export function CopyReadersDialog(props: { code: string; traceId: string; onClose: () => void }) {
  const { code, traceId, onClose } = props;
  const readers = useQuery(queryOf(copies.readers, { params: { workorderCode: code }, query: { traceId } }));
  const copy = readers.data?.rows.find((row) => row.traceId === traceId);
  return (
    <AppModal
      open
      title="抄送阅读情况"
      width={640}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          关闭
        </Button>
      }
    >
      {readers.isPending && <SkeletonRows rows={4} />}
      {readers.isError && (
        <FailureState compact failure={readers.error} onRetry={() => void readers.refetch()} />
      )}
      {readers.isSuccess && (copy === undefined ? <p>没有您可以查看的接收人。</p> : <Readers copy={copy} />)}
    </AppModal>
  );
}

function Readers({ copy }: { copy: CopyReaders }) {
  return (
    <>
      <p className={styles.sum} role="status">
        {copy.receivers.length} 个抄送对象，{copy.readCount} 人已读
      </p>
      <div className={styles.scroller}>
        <table className={styles.table} aria-label="抄送阅读情况">
          <thead>
            <tr>
              <th scope="col">抄送对象</th>
              <th scope="col">人员</th>
              <th scope="col">单位</th>
              <th scope="col">阅读时间</th>
            </tr>
          </thead>
          <tbody>
            {copy.receivers.flatMap(({ candidateCode, candidateName, people, peopleCount }) =>
              people.length === 0
                ? [
                    <tr key={candidateCode}>
                      <th scope="row">{candidateName}</th>
                      <td colSpan={3}>目前无人在岗</td>
                    </tr>,
                  ]
                : people.map((person, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the list only changes as a whole
                    <tr key={`${candidateCode} ${index}`}>
                      {index === 0 && (
                        <th scope="rowgroup" rowSpan={people.length}>
                          {candidateName}
                          {peopleCount > people.length && `（共 ${peopleCount} 人）`}
                        </th>
                      )}
                      <td>{person.name}</td>
                      <td>{person.orgName}</td>
                      <td>{person.readAt === null ? '未读' : <DateTime value={person.readAt} />}</td>
                    </tr>
                  )),
            )}
          </tbody>
        </table>
      </div>
    </>
  );
}
