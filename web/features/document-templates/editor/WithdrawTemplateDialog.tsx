import { documentTemplates, type TemplateVersion } from '#contract/document-templates.ts';
import { ConfirmDialog } from '#web/toolkit/confirm/ConfirmDialog.tsx';
import { ConfirmRow, ConfirmRows } from '#web/toolkit/confirm/ConfirmRows.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

/** A version and its state when the dialog was opened; they decide the action even if the data changes meanwhile. */
export interface Withdrawal {
  version: TemplateVersion;
  state: 'draft' | 'published';
  /** The version in force below a draft. */
  inForce: TemplateVersion | undefined;
  /** True if the editor has changes that no draft contains. */
  isDirty: boolean;
}

/** Asks for confirmation before the version in force is withdrawn (停用), or a draft is discarded. */
export function WithdrawTemplateDialog(props: {
  withdrawal: Withdrawal;
  onWithdrawn: (result: TemplateVersion) => void;
  /** Called when the lists show the result. */
  onDone: () => void;
  /** Called with the server's message about another person's later change. */
  onDataChanged: (message: string) => void;
  onClose: () => void;
}) {
  const { withdrawal, onWithdrawn, onDone, onDataChanged, onClose } = props;
  const { version, state, inForce, isDirty } = withdrawal;
  const { mutation, running } = useReportedMutation(documentTemplates.disable, onDataChanged);
  const isDraft = state === 'draft';
  const confirm = async () => {
    const body = { id: version.id, over: version.savedAt, state };
    if (await mutation({ body }, isDraft ? '草稿已放弃' : '文书模板已停用', onWithdrawn)) onDone();
  };
  return (
    <ConfirmDialog
      action={isDraft ? '放弃草稿' : '停用'}
      code={version.name}
      subject={`第 ${version.version} 版`}
      dangerous
      submitting={running}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      <ConfirmRows>
        {isDraft ? (
          <>
            <ConfirmRow label="草稿">
              放弃后仍保留在版本记录中，可重新取用{isDirty && '；未保存的修改不保留'}
            </ConfirmRow>
            <ConfirmRow label="在用的版本">
              {inForce ? `第 ${inForce.version} 版不变，继续使用` : '没有；放弃后仍不能生成这份文书'}
            </ConfirmRow>
          </>
        ) : (
          <>
            <ConfirmRow label="新文书">
              停用后不能再生成，包括手工生成；按钮仍要求生成的，经办人办理时会看到提示。确定不再使用的，请先从模板中去掉按钮并发布，再停用
            </ConfirmRow>
            <ConfirmRow label="已生成的">不变，仍可查看、下载和核验</ConfirmRow>
            <ConfirmRow label="再启用">打开模板，重新发布</ConfirmRow>
          </>
        )}
      </ConfirmRows>
    </ConfirmDialog>
  );
}
