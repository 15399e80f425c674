import { EditOutlined } from '@ant-design/icons';
import { Button, Form, Radio, Select } from 'antd';
import { useRef, useState } from 'react';
import { outputRecords } from '#contract/output-records.ts';
import { signatureRule } from '#domain/forms/kinds/signature/signature.ts';
import { agentRelations, Collector, collectorLabel } from '#domain/records/output.ts';
import { Attachments } from '#web/toolkit/attachments/Attachments.tsx';
import { useAttachedFiles } from '#web/toolkit/attachments/use-attached-files.ts';
import { FormContext } from '#web/toolkit/form/form-context.ts';
import { SignatureDialog } from '#web/toolkit/form/kinds/signature/SignatureDialog.tsx';
import { SignaturePicture } from '#web/toolkit/form/kinds/signature/SignaturePicture.tsx';
import { FileChooser } from '#web/toolkit/form/kinds/upload/FileChooser.tsx';
import { PendingFiles } from '#web/toolkit/form/kinds/upload/PendingFiles.tsx';
import { useUploads } from '#web/toolkit/form/kinds/upload/use-uploads.ts';
import { formContextValue } from '#web/toolkit/open-forms/form-context-value.ts';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { TextItem } from '../base/TextItem.tsx';
import { useRecordCommand } from '../base/use-record-command.ts';
import styles from './output.module.css';
import { outputFacts } from './output-facts.ts';

/** Shows 确认领取: who collects the certificates, with signature, and the papers of an agent. */
export function CollectDialog(props: RecordDialogProps) {
  return (
    <FormContext value={formContextValue}>
      <CollectForm {...props} />
    </FormContext>
  );
}

function CollectForm(props: RecordDialogProps) {
  const { order, record, onDone } = props;
  const [collector, setCollector] = useState<Collector>(Collector.self);
  const [name, setName] = useState('');
  const [certCode, setCertCode] = useState('');
  const [relation, setRelation] = useState<string>();
  const place = `output.${order.code}.${record?.id ?? 0}`;
  const signature = useAttachedFiles(`${place}.signature`);
  const papers = useAttachedFiles(`${place}.papers`);
  const isAgent = collector === Collector.agent;
  const command = useRecordCommand(outputRecords.command, {
    ...props,
    onDone: () => {
      signature.clear();
      papers.clear();
      onDone();
    },
  });
  const { problems, clearProblem } = command;
  const signed = signature.list.at(-1);
  const submit = () =>
    command.send(
      {
        command: 'collect',
        collector,
        name,
        certCode: isAgent ? certCode : '',
        relation: isAgent ? (relation ?? '') : '',
        fileList: [...(signed ? [signed] : []), ...(isAgent ? papers.list : [])].map(({ id }) => ({ id })),
      },
      [
        name.trim() === '' && ['name', '请填写领取人姓名'],
        isAgent && certCode.trim() === '' && ['certCode', '请填写正确的证件号码'],
        isAgent && relation === undefined && ['relation', '请选择与本人关系'],
        signed === undefined && ['signature', '请领取人签名'],
        isAgent && papers.list.length === 0 && ['papers', '请上传委托书'],
      ],
    );
  const fileProblem = problems.fileList;
  return (
    <RecordCommandDialog
      {...props}
      values={[collector, name, certCode, relation]}
      running={command.running}
      disabled={signature.busy || papers.busy}
      onSubmit={submit}
    >
      <ul className={styles.items}>
        {record &&
          outputFacts(record)
            .filter(([label]) => label !== '送达方式')
            .map(([label, text]) => (
              <li key={label}>
                {label}，{text}
              </li>
            ))}
      </ul>
      <Form layout="vertical" component={false}>
        <Form.Item label="领取人" required>
          <Radio.Group
            aria-label="领取人"
            value={collector}
            options={Object.values(Collector).map((value) => ({ value, label: collectorLabel[value] }))}
            onChange={({ target }) => setCollector(target.value as Collector)}
          />
        </Form.Item>
        <div className={styles.pair}>
          <TextItem
            label="姓名"
            required
            value={name}
            onChange={(text) => {
              setName(text);
              clearProblem('name');
            }}
            problem={problems.name}
          />
          {isAgent && (
            <>
              <TextItem
                label="证件号码"
                required
                value={certCode}
                onChange={(text) => {
                  setCertCode(text);
                  clearProblem('certCode');
                }}
                problem={problems.certCode}
              />
              <Form.Item
                label="与本人关系"
                htmlFor="output-relation"
                required
                validateStatus={problems.relation && 'error'}
                help={problems.relation}
              >
                <Select
                  id="output-relation"
                  aria-required
                  value={relation}
                  placeholder="请选择"
                  options={agentRelations.map((value) => ({ value, label: value }))}
                  onChange={(value: string) => {
                    setRelation(value);
                    clearProblem('relation');
                  }}
                />
              </Form.Item>
            </>
          )}
        </div>
        {isAgent && (
          <Form.Item
            label="委托书和代领人证件"
            required
            validateStatus={problems.papers && 'error'}
            help={problems.papers}
          >
            <Attachments files={papers} disabled={command.running} />
          </Form.Item>
        )}
        <Form.Item
          label="领取人签名"
          required
          validateStatus={(problems.signature ?? fileProblem) && 'error'}
          help={problems.signature ?? fileProblem}
        >
          <Signature
            files={signature}
            disabled={command.running}
            onSigned={() => clearProblem('signature')}
          />
        </Form.Item>
      </Form>
    </RecordCommandDialog>
  );
}

/** Takes a signature that is drawn, or a picture of it; a new one replaces the one before. */
function Signature(props: {
  files: ReturnType<typeof useAttachedFiles>;
  disabled: boolean;
  onSigned: () => void;
}) {
  const { files, disabled, onSigned } = props;
  const [isOpen, setOpen] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const uploads = useUploads({
    rule: signatureRule,
    currentFiles: () => [],
    add: (file) => {
      files.clear();
      files.add(file);
      onSigned();
    },
    setBusy: files.setBusy,
  });
  const send = (chosen: readonly File[]) => uploads.sendAll(chosen.slice(0, 1));
  return (
    <div className={styles.signature}>
      {files.list.length > 0 && <SignaturePicture value={files.list} />}
      <Button
        icon={<EditOutlined aria-hidden />}
        disabled={disabled}
        // Disabled while the picture is sent, it would lose the focus that returns to it.
        onClick={() => !files.busy && setOpen(true)}
      >
        {files.list.length > 0 ? '重签' : '手写签名'}
      </Button>
      <FileChooser ref={chooser} rule={signatureRule} testId="chooser-collect-signature" onFiles={send} />
      <PendingFiles {...uploads} />
      {isOpen && (
        <SignatureDialog
          title="领取人签名"
          now={() => new Date()}
          onSign={(picture) => {
            setOpen(false);
            send([picture]);
          }}
          onUpload={() => {
            setOpen(false);
            chooser.current?.click();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
