import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { OfficeUse } from '#contract/office-parts.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { SkeletonRows } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import type { OfficeUses, UsesCall } from './part-forms.ts';

/**
 * Asks for confirmation before a part of the office is removed or disabled; if it is still in use, shows its uses
 * instead.
 */
export function RemoveDialog(props: {
  title: string;
  verb?: '删除' | '停用';
  row: { id: string; name: string };
  /** Name of the part, with its code if another has the same name. */
  uniqueName: string;
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
  uses: UsesCall;
  /** Sentences on a part that is not in use. */
  notes?: { unused: string; unknown: string };
  /** The filter of 账号 that finds its people. */
  peopleFilter?: string | undefined;
  /** Advice on a part in use; a function gets the answer of `uses`. */
  advice?: string | ((answer: OfficeUses) => string) | undefined;
  onClose: (isRemoved: boolean) => void;
}) {
  const { title, verb = '删除', row, uniqueName, endpoint, notes = removalNotes, onClose } = props;
  const { mutation, running } = useReportedMutation(endpoint);
  const usesQuery = useQuery({
    ...queryOf(props.uses, { params: { id: row.id } } as never),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const answer: OfficeUses = usesQuery.data ?? { uses: [] };
  const uses = (verb === '停用' ? answer.currentUses : answer.uses) ?? [];
  const remove = async () => {
    const result = await mutation({ params: { id: row.id } } as never, `已${verb}${title}“${row.name}”`);
    if (result !== undefined) onClose(true);
    else await usesQuery.refetch();
  };
  if (uses.length > 0) {
    return (
      <AppModal
        open
        title={`不能${verb}${title} ${uniqueName}`}
        width={520}
        initialFocus="button"
        footer={<Button onClick={() => onClose(false)}>关闭</Button>}
        onCancel={() => onClose(false)}
      >
        <UsesOfPart
          {...props}
          uses={uses}
          advice={typeof props.advice === 'function' ? props.advice(answer) : props.advice}
        />
      </AppModal>
    );
  }
  return (
    <ConfirmDialog
      action={`${verb}${title}`}
      code={uniqueName}
      dangerous={verb === '删除'}
      disabled={usesQuery.isPending}
      submitting={running}
      onConfirm={() => void remove()}
      onCancel={() => onClose(false)}
    >
      {usesQuery.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <p>{usesQuery.isSuccess ? notes.unused : notes.unknown}</p>
      )}
    </ConfirmDialog>
  );
}

const removalNotes = {
  unused: '没有人员、流程或办件用到。删除后不能恢复。',
  unknown: '仍被人员、流程或办件用到的不能删除。删除后不能恢复。',
};

/** Shows the uses of the part, and how to remove them. */
function UsesOfPart(props: {
  title: string;
  row: { id: string };
  uses: readonly OfficeUse[];
  peopleFilter?: string | undefined;
  advice?: string | undefined;
}) {
  const { title, row, uses, peopleFilter, advice } = props;
  const hasPeople = uses.some(({ isPeople }) => isPeople);
  return (
    <>
      <p>仍在使用：{uses.map(({ what, count }) => `${count} ${what}`).join('、')}。</p>
      {peopleFilter !== undefined && hasPeople && (
        <p>
          请先修改这些人员的{title}：
          <Link to={`/business/accounts?${peopleFilter}=${encodeURIComponent(row.id)}`}>在“账号”中查看</Link>
        </p>
      )}
      {uses.some(({ isPeople }) => !isPeople) && (
        <p>
          {advice ??
            '流程版本和办件环节会一直保留，用到过的不能删除；不再使用的，从人员和新版流程中去掉即可。'}
        </p>
      )}
    </>
  );
}
