import { useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { initiation } from '#contract/initiation.ts';
import { minuteText } from '#domain/calendar/local-date.ts';
import { draftName } from '#domain/drafts/draft-name.ts';
import { queryOf } from '#web/api/query-of.ts';
import { clearInterruptedDraft, hasInterruptedDraft } from './interrupted-draft.ts';

/** Maximum number of requests, because the save may end after the page is loaded again. */
const maxRequests = 4;
const requestIntervalSeconds = 1.5;
/** Number of drafts to search: a draft that was just saved is among the newest. */
const searchedDraftCount = 10;

/** Shows after a reload that the input is in 草稿箱, with a link to continue it. */
export function InterruptedDraft(props: { taskCode: string; onContinue: (draftId: string) => void }) {
  const { taskCode, onContinue } = props;
  const [isOffered, setOffered] = useState(() => hasInterruptedDraft(taskCode));
  const drafts = useQuery({
    ...queryOf(initiation.draftList, { query: { page: 1, size: searchedDraftCount } }),
    enabled: isOffered,
    staleTime: 0,
    refetchInterval: ({ state }) => state.dataUpdateCount < maxRequests && requestIntervalSeconds * 1000,
  });
  const draft = drafts.data?.rows.find((row) => row.taskCode === taskCode);
  if (!isOffered || draft === undefined) return null;
  const closeNotice = () => {
    clearInterruptedDraft(taskCode);
    setOffered(false);
  };
  return (
    <Alert
      type="info"
      showIcon
      closable={{ onClose: closeNotice, 'aria-label': '不再提示' }}
      title={`刷新前填写的内容已存入草稿箱（${minuteText(new Date(draft.updatedAt)).slice(11)} 保存）：${draftName(draft)}`}
      action={
        <Button
          size="small"
          type="primary"
          onClick={() => {
            closeNotice();
            onContinue(draft.id);
          }}
        >
          继续填写
        </Button>
      }
    />
  );
}
