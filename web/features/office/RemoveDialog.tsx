import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/** Asks before a part of the office is removed; the server lists the parts that still depend on it. */
export function RemoveDialog(props: {
  title: string;
  row: { id: string; name: string };
  /** Name of the part, with its code if another has the same name. */
  calledName: string;
  endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, z.ZodType>;
  onClose: (isGone: boolean) => void;
}) {
  const { title, row, calledName, endpoint, onClose } = props;
  const { mutation, running } = useReportedMutation(endpoint);
  const remove = async () => {
    const gone = await mutation({ params: { id: row.id } } as never, `已删除${title}“${row.name}”`);
    if (gone !== undefined) onClose(true);
  };
  return (
    <ConfirmDialog
      action={`删除${title}`}
      code={calledName}
      dangerous
      submitting={running}
      onConfirm={() => void remove()}
      onCancel={() => onClose(false)}
    >
      <p>只有从未使用过的才能删除；仍被人员、流程或办件用到的，系统会说明是哪些。</p>
    </ConfirmDialog>
  );
}
