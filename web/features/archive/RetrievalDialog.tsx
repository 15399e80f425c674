import { Form } from 'antd';
import { useState } from 'react';
import { archive } from '#contract/archive.ts';
import { archiveLimits, usageKindLabel } from '#domain/archive/archive-state.ts';
import { countCharacters, isBlank } from '#domain/texts/characters.ts';
import { addressOf } from '#web/api/call.ts';
import { CountedText } from '#web/toolkit/dialog/CountedText.tsx';
import { EditingModal } from '#web/toolkit/dialog/EditingModal.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';
import { saveFrom } from '#web/toolkit/page/save-file.ts';

/** The access to a package that a user requests. */
export interface PackageAccess {
  kind: 'look' | 'download';
  id: string;
  /** Version of the package; the newest by default. */
  version?: number;
}

/** Asks for the purpose before a package is opened or downloaded; it is recorded in 利用登记. */
export function RetrievalDialog(props: {
  access: PackageAccess;
  onPreview: (html: string) => void;
  onClose: () => void;
}) {
  const { access, onPreview, onClose } = props;
  const { kind, id, version } = access;
  const [purpose, setPurpose] = useState('');
  const [problem, setProblem] = useState<string>();
  const preview = useReportedMutation(archive.openPage);
  const download = useReportedMutation(archive.requestDownload);

  const submit = async () => {
    const text = purpose.trim();
    const maxCharacters = archiveLimits.purposeLength;
    const newProblem = isBlank(text)
      ? '请填写利用目的'
      : countCharacters(text) > maxCharacters
        ? `利用目的不得超过${maxCharacters}个字符`
        : undefined;
    setProblem(newProblem);
    if (newProblem !== undefined) return;
    if (kind === 'look') {
      const answer = await preview.mutation({ params: { id }, body: { purpose: text } });
      if (answer === undefined) return;
      onPreview(answer.html);
    } else {
      const answer = await download.mutation({
        params: { id },
        body: { purpose: text, ...(version !== undefined && { version }) },
      });
      if (answer === undefined) return;
      const query = new URLSearchParams({ ticket: answer.ticket });
      saveFrom(`${addressOf(archive.file, { id, version: answer.version })}?${query}`);
    }
    onClose();
  };
  return (
    <EditingModal
      open
      title={`${usageKindLabel[kind]}档案`}
      width={480}
      okText={kind === 'look' ? '登记并查阅' : '登记并下载'}
      confirmLoading={preview.running || download.running}
      onOk={() => void submit()}
      unsaved={() => purpose !== ''}
      onCancel={onClose}
    >
      <p>档案包含当事人的完整信息。利用人、时间和目的将记入利用登记。</p>
      <Form layout="vertical">
        <CountedText
          label="利用目的"
          required
          rows={3}
          max={archiveLimits.purposeLength}
          placeholder="如：信访事项复查、编史修志、司法机关调取"
          value={purpose}
          onChange={setPurpose}
          problem={problem}
        />
      </Form>
    </EditingModal>
  );
}
