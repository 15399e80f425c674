import { type ReactNode, type RefObject, useState } from 'react';
import { NewestContentNotice } from '#web/toolkit/concurrent-edits/NewestContentNotice.tsx';
import type { SaveFailure } from './save-failure.ts';

/**
 * Returns the notice that the draft was saved in another page since this one opened it, with both ways on; and a
 * function that gives it the focus. Until the person has chosen, nothing is saved and the input stays.
 */
export function useChangedDraft(props: {
  failure: SaveFailure | undefined;
  draftId: RefObject<string | undefined>;
  onLoadNewest: (draftId: string) => void;
  onOverwrite: () => void;
}): { notice: ReactNode; focusNotice: () => void } {
  const { failure, draftId, onLoadNewest, onOverwrite } = props;
  const [focusCount, setFocusCount] = useState(0);
  const { current: id } = draftId;
  const notice = failure?.kind === 'changed' && id !== undefined && (
    <NewestContentNotice
      key={focusCount}
      message={failure.reason}
      keepsFocus={focusCount === 0}
      search={`?draftId=${id}`}
      onLoad={() => onLoadNewest(id)}
      onKeep={() => {
        setFocusCount(0);
        onOverwrite();
      }}
      keepText="用本页内容覆盖"
      keepHint="以本页内容保存草稿，取代在其他页面保存的内容"
    />
  );
  return { notice, focusNotice: () => setFocusCount((before) => before + 1) };
}
