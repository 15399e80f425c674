import { paperStateLabel } from '#domain/enumerations/paper-state.ts';
import type { CorrectionData } from '#domain/records/correction-data.ts';
import { PaperList } from '../base/PaperList.tsx';
import type { RecordContentProps } from '../base/record-view.ts';
import { CorrectionReview } from './CorrectionReview.tsx';

/**
 * Shows the materials that a correction asks for, with the files of the answer and the verdict on each; the handler
 * reviews a new answer here.
 */
export function CorrectionPapers(props: RecordContentProps) {
  const { record, order, offers } = props;
  const { papers } = record.data as unknown as CorrectionData;
  const review = offers.find(({ command, whyNot }) => command === 'accept' && whyNot === '');
  if (review) return <CorrectionReview {...props} offer={review} />;
  return (
    <PaperList
      order={order}
      papers={papers.map(({ name, problem, reason, fileIds, qualified, verdict }) => ({
        name,
        tag: paperStateLabel[problem],
        text: reason,
        fileIds,
        state:
          qualified === null
            ? fileIds.length > 0
              ? '已提交'
              : '未提交'
            : qualified
              ? '合格'
              : `不合格：${verdict}`,
      }))}
    />
  );
}
