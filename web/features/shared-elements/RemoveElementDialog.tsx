import { Button } from 'antd';
import { Link } from 'react-router';
import { type SharedElement, sharedElements } from '#contract/shared-elements.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { AppModal } from '#web/toolkit/dialog/AppModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/** Asks for confirmation before a shared element is deleted; if fields use it, shows them instead. */
export function RemoveElementDialog({ element, onClose }: { element: SharedElement; onClose: () => void }) {
  const { code, name, usedBy, digest } = element;
  const { mutation, running } = useReportedMutation(sharedElements.remove);
  const remove = async () => {
    await mutation({ params: { code }, body: { digest } }, `已删除共享要素“${name}”`);
    // After a refusal the list shows the reason: its uses, or a newer state.
    onClose();
  };
  if (usedBy.length > 0) {
    return (
      <AppModal
        open
        title={`不能删除共享要素 ${name}`}
        width={520}
        initialFocus="button"
        footer={<Button onClick={onClose}>关闭</Button>}
        onCancel={onClose}
      >
        <p>仍在使用。请先在这些表单中改选或清空，发布新版，并让事项改用新版：</p>
        <ul>
          {usedBy.map((use) => (
            <li key={use.text}>
              <Link to={`/business/forms/${encodeURIComponent(use.code)}`}>{use.text}</Link>
            </li>
          ))}
        </ul>
      </AppModal>
    );
  }
  return (
    <ConfirmDialog
      action="删除共享要素"
      code={name}
      dangerous
      submitting={running}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      <p>没有表单使用。删除后不能恢复；用旧版表单的办件不再显示它的样表。</p>
    </ConfirmDialog>
  );
}
