import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from 'react-router';
import { initialItemSettings } from '#contract/initial-item-settings.ts';
import { items } from '#contract/items.ts';
import { queryOf } from '#web/api/query-of.ts';
import { useReopen } from '#web/toolkit/concurrent-edits/use-reopen.ts';
import { DefinitionLoadState } from '#web/toolkit/definitions/DefinitionLoadState.tsx';
import { useIsNewDefinition } from '#web/toolkit/definitions/new-definition-address.ts';
import { useFirstAnswer } from '#web/toolkit/definitions/use-first-answer.ts';
import { useReturnPath } from '#web/toolkit/page/use-return-path.ts';
import { ItemEditor } from './ItemEditor.tsx';

/** Shows one item with its editor, or a new one. */
export function ItemScreen() {
  const { taskCode = '' } = useParams();
  const [key, reopen] = useReopen(taskCode);
  return <ItemLoader key={key} taskCode={taskCode} onLoad={reopen} />;
}

function ItemLoader({ taskCode, onLoad }: { taskCode: string; onLoad: () => void }) {
  const { state } = useLocation() as { state: { name?: string } | null };
  const returnPath = useReturnPath('/business/items');
  // The list decides whether the item exists, so that a new one is not requested from the server.
  const list = useQuery(queryOf(items.list, {}));
  const exists = list.data?.rows.some((row) => row.taskCode === taskCode);
  const read = useQuery({ ...queryOf(items.read, { query: { taskCode } }), enabled: exists === true });
  const choices = useQuery(queryOf(items.choices, {}));
  const isNewRequested = useIsNewDefinition();
  const isNew = exists === false && isNewRequested;
  const settings = isNew ? initialItemSettings(taskCode, state?.name ?? '') : read.data?.settings;
  const loaded = useFirstAnswer(
    settings && {
      settings,
      baseVersion: { version: read.data?.version ?? 0, current: read.data?.current ?? false },
    },
    [list, read],
  );
  if (loaded && choices.data)
    return (
      <ItemEditor
        current={loaded.settings}
        baseVersion={loaded.baseVersion}
        storedItem={read.data}
        choices={choices.data}
        returnPath={returnPath}
        onLoad={onLoad}
      />
    );
  return (
    <DefinitionLoadState
      title="事项"
      returnPath={returnPath}
      queries={[choices, list, read]}
      missing={exists === false && !isNewRequested && { kind: '事项', list: '/business/items' }}
    />
  );
}
