import { CommentOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useState } from 'react';
import { noCommonOpinion } from '#domain/opinions/opinion.ts';
import { EmptyState } from '#web/toolkit/feedback/EmptyState.tsx';
import { FailureState } from '#web/toolkit/feedback/FailureState.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { lazyPart } from '#web/toolkit/lazy-parts/lazy-part.tsx';
import { manageOpinions } from './opinion-list.ts';
import styles from './opinions.module.css';
import { useMyOpinions } from './use-my-opinions.ts';

const OpinionManagerDialog = lazyPart(
  async () => (await import('./OpinionManagerDialog.tsx')).OpinionManagerDialog,
);

/** Shows 常用意见 on a click; another click inserts one into the opinion. */
export function CommonOpinionPopover(props: { onPick: (content: string) => void; disabled?: boolean }) {
  const { onPick, disabled } = props;
  const [open, setOpen] = useState(false);
  const [isManaging, setManaging] = useState(false);
  return (
    <>
      <Popover
        trigger="click"
        placement="topLeft"
        open={open}
        onOpenChange={setOpen}
        content={
          <OpinionList
            isShown={open}
            onPick={(content) => {
              setOpen(false);
              onPick(content);
            }}
            onManage={() => {
              setOpen(false);
              setManaging(true);
            }}
          />
        }
      >
        <Button
          type="link"
          size="small"
          icon={<CommentOutlined aria-hidden />}
          disabled={disabled}
          aria-expanded={open}
        >
          常用意见
        </Button>
      </Popover>
      {isManaging && (
        <OpinionManagerDialog onClose={() => setManaging(false)} onLoadFailed={() => setManaging(false)} />
      )}
    </>
  );
}

function OpinionList(props: { isShown: boolean; onPick: (content: string) => void; onManage: () => void }) {
  const opinions = useMyOpinions(props.isShown);
  return (
    <div className={styles.popover}>
      {opinions.isError && (
        <FailureState compact failure={opinions.error} onRetry={() => void opinions.refetch()} />
      )}
      {opinions.isPending && <SkeletonRows rows={3} rowHeight={32} />}
      {opinions.data?.length === 0 && <EmptyState compact title={noCommonOpinion} />}
      {opinions.data !== undefined && opinions.data.length > 0 && (
        <ul aria-label="常用意见">
          {opinions.data.map((opinion) => (
            <li key={opinion.id}>
              <button type="button" title={opinion.content} onClick={() => props.onPick(opinion.content)}>
                {opinion.content}
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.popoverFoot}>
        <Button type="link" size="small" onClick={props.onManage}>
          {manageOpinions}
        </Button>
      </div>
    </div>
  );
}
