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
import type { UsesCall } from './part-forms.ts';

/** Asks before a part of the office is removed; says instead what still uses it, if anything does. */
export function RemoveDialog(props: {
  title: string;
  row: { id: string; name: string };
  /** Name of the part, with its code if another has the same name. */
  calledName: string;
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
  uses: UsesCall;
  /** The filter of 账号 that finds its people. */
  peopleFilter?: string | undefined;
  /** Advice on a part in use. */
  instead?: string | undefined;
  onClose: (isGone: boolean) => void;
}) {
  const { title, row, calledName, endpoint, onClose } = props;
  const { mutation, running } = useReportedMutation(endpoint);
  const found = useQuery({
    ...queryOf(props.uses, { params: { id: row.id } } as never),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const uses = found.data?.uses ?? [];
  const remove = async () => {
    const gone = await mutation({ params: { id: row.id } } as never, `已删除${title}“${row.name}”`);
    if (gone !== undefined) onClose(true);
    else await found.refetch();
  };
  if (uses.length > 0) {
    return (
      <AppModal
        open
        title={`不能删除${title} ${calledName}`}
        width={520}
        start="button"
        footer={<Button onClick={() => onClose(false)}>关闭</Button>}
        onCancel={() => onClose(false)}
      >
        <InUse {...props} found={uses} />
      </AppModal>
    );
  }
  return (
    <ConfirmDialog
      action={`删除${title}`}
      code={calledName}
      dangerous
      disabled={found.isPending}
      submitting={running}
      onConfirm={() => void remove()}
      onCancel={() => onClose(false)}
    >
      {found.isPending ? (
        <SkeletonRows rows={1} />
      ) : (
        <p>
          {found.isSuccess ? '没有人员、流程或办件用到。' : '仍被人员、流程或办件用到的不能删除。'}
          删除后不能恢复。
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Says what uses the part, and how to go on. */
function InUse(props: {
  title: string;
  row: { id: string };
  found: readonly OfficeUse[];
  peopleFilter?: string | undefined;
  instead?: string | undefined;
}) {
  const { title, row, found, peopleFilter, instead } = props;
  const hasPeople = found.some(({ isPeople }) => isPeople);
  return (
    <>
      <p>仍在使用：{found.map(({ what, count }) => `${count} ${what}`).join('、')}。</p>
      {peopleFilter !== undefined && hasPeople && (
        <p>
          请先修改这些人员的{title}：
          <Link to={`/business/accounts?${peopleFilter}=${encodeURIComponent(row.id)}`}>在“账号”中查看</Link>
        </p>
      )}
      {found.some(({ isPeople }) => !isPeople) && (
        <p>
          {instead ??
            '流程版本和办件环节会一直保留，用到过的不能删除；不再使用的，从人员和新版流程中去掉即可。'}
        </p>
      )}
    </>
  );
}
