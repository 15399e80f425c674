import { useQuery } from '@tanstack/react-query';
import { Form, Radio, Select } from 'antd';
import { useState } from 'react';
import { expressRecords } from '#contract/express-records.ts';
import { sideRecords } from '#contract/side-records.ts';
import { expressCarriers, orderedCarrier } from '#domain/records/express.ts';
import type { OutputData } from '#domain/records/output.ts';
import { RecordKind } from '#domain/records/side-record.ts';
import { queryOf } from '#web/api/query-of.ts';
import { RecordCommandDialog } from '../base/RecordCommandDialog.tsx';
import type { RecordDialogProps } from '../base/record-view.ts';
import { TextItem } from '../base/TextItem.tsx';
import { useRecordCommand } from '../base/use-record-command.ts';
import styles from './express.module.css';

const noParty = { name: '', phone: '', address: '' };

/** Shows 快递寄出 and 登记来件: the applicant's side, the way of ordering, the number and the contents. */
export function NewExpressDialog(props: RecordDialogProps) {
  const { order, offer } = props;
  const toApplicant = offer.command === 'send';
  const [isApplicant, setIsApplicant] = useState(true);
  const [party, setParty] = useState(noParty);
  const [isPickup, setIsPickup] = useState(toApplicant);
  const [carrier, setCarrier] = useState<string>(orderedCarrier);
  const [mailNum, setMailNum] = useState('');
  const [chosenOutput, setChosenOutput] = useState<number>();
  const [typedContents, setTypedContents] = useState<string>();
  const command = useRecordCommand(expressRecords.command, props);
  const { problems, clearProblem } = command;
  const list = useQuery(queryOf(sideRecords.list, { params: { workorderCode: order.code } }));
  const outputs = (list.data?.records ?? []).filter(
    ({ kind, state }) => toApplicant && kind === RecordKind.output && state === 'posting',
  );
  const output = outputs.find(({ id }) => id === chosenOutput) ?? outputs[0];
  const contents = typedContents ?? (output ? contentsOf(output.data as unknown as OutputData) : '');
  const side = toApplicant ? '收件人' : '寄件人';

  const changeParty = (field: keyof typeof noParty) => (text: string) => {
    setParty((all) => ({ ...all, [field]: text }));
    clearProblem(`party.${field}`);
  };
  const submit = () =>
    command.send(
      {
        command: toApplicant ? 'send' : 'expect',
        carrier: isPickup ? orderedCarrier : carrier,
        mailNum: isPickup ? '' : mailNum,
        contents,
        party: isApplicant ? null : party,
        outputId: output?.id ?? null,
      },
      [
        !isPickup && mailNum.trim() === '' && ['mailNum', '请填写运单号'],
        contents.trim() === '' && ['contents', '请填写内件'],
      ],
    );
  // The applicant's data is not shown here; a problem of them is shown at the choice.
  const partyProblem = isApplicant
    ? (problems['party.name'] ?? problems['party.phone'] ?? problems['party.address'])
    : undefined;
  return (
    <RecordCommandDialog
      {...props}
      values={[isApplicant, party, isPickup, carrier, mailNum, chosenOutput, typedContents]}
      running={command.running}
      onSubmit={submit}
    >
      <Form layout="vertical" component={false}>
        <Form.Item label={side} validateStatus={partyProblem && 'error'} help={partyProblem}>
          <Radio.Group
            aria-label={side}
            value={isApplicant}
            options={[
              { value: true, label: '按办件登记的姓名、手机号和地址' },
              { value: false, label: '另行填写' },
            ]}
            onChange={({ target }) => {
              setIsApplicant(target.value as boolean);
              for (const field of ['name', 'phone', 'address']) clearProblem(`party.${field}`);
            }}
          />
        </Form.Item>
        {!isApplicant && (
          <>
            <div className={styles.pair}>
              <TextItem
                label="姓名"
                required
                value={party.name}
                onChange={changeParty('name')}
                problem={problems['party.name']}
              />
              <TextItem
                label="电话"
                required
                inputMode="tel"
                value={party.phone}
                onChange={changeParty('phone')}
                problem={problems['party.phone']}
              />
            </div>
            <TextItem
              label="地址"
              required
              value={party.address}
              onChange={changeParty('address')}
              problem={problems['party.address']}
            />
          </>
        )}
        <Form.Item label="下单方式">
          <Radio.Group
            aria-label="下单方式"
            value={isPickup}
            options={[
              { value: true, label: `系统下单，${orderedCarrier} 上门揽收` },
              { value: false, label: '已有运单号' },
            ]}
            onChange={({ target }) => {
              setIsPickup(target.value as boolean);
              clearProblem('mailNum');
            }}
          />
        </Form.Item>
        {!isPickup && (
          <div className={styles.pair}>
            <Form.Item label="快递公司" htmlFor="express-carrier" required>
              <Select
                id="express-carrier"
                aria-required
                value={carrier}
                options={expressCarriers.map((value) => ({ value, label: value }))}
                onChange={setCarrier}
              />
            </Form.Item>
            <TextItem
              label="运单号"
              required
              value={mailNum}
              onChange={(text) => {
                setMailNum(text);
                clearProblem('mailNum');
              }}
              problem={problems.mailNum}
            />
          </div>
        )}
        {outputs.length > 1 && (
          <Form.Item
            label="寄送的证照"
            htmlFor="express-output"
            validateStatus={problems.outputId && 'error'}
            help={problems.outputId}
          >
            <Select
              id="express-output"
              value={output?.id}
              options={outputs.map(({ id, data }) => ({
                value: id,
                label: contentsOf(data as unknown as OutputData),
              }))}
              onChange={setChosenOutput}
            />
          </Form.Item>
        )}
        <TextItem
          label="内件"
          required
          placeholder="例如：食品经营许可证正本、副本各 1"
          value={contents}
          onChange={(text) => {
            setTypedContents(text);
            clearProblem('contents');
          }}
          problem={problems.contents}
        />
      </Form>
    </RecordCommandDialog>
  );
}

const contentsOf = ({ outputs }: OutputData): string =>
  outputs
    .map(({ name, copies }) => `${name} ${copies} 份`)
    .join('、')
    .slice(0, 200);
