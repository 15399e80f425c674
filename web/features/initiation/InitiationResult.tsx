import { PrinterOutlined } from '@ant-design/icons';
import { Button, Result } from 'antd';
import dayjs from 'dayjs';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import type { InitiateResult } from '#contract/initiation.ts';
import { useMe } from '#web/api/use-me.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import styles from '#web/toolkit/page/print.module.css';
import type { WayBack } from '#web/toolkit/page/use-way-back.ts';
import type { Item } from './use-initiation.ts';

/** The matter is started: its code, where it went, and the receipt for the applicant. */
export function InitiationResult(props: {
  item: Item;
  way: WayBack;
  result: InitiateResult;
  applicantName: string;
  onAgain: () => void;
}) {
  const { item, way, result, applicantName, onAgain } = props;
  const navigate = useNavigate();
  const me = useMe();
  return (
    <Page title={item.name} {...way}>
      <Card>
        <Result
          status="success"
          title={result.message}
          subTitle={
            result.nextNodeNames.length > 0 ? `下一环节：${result.nextNodeNames.join('、')}` : undefined
          }
          extra={[
            <Button
              key="view"
              type="primary"
              onClick={() =>
                void navigate(detailUrl(result.workorderCode, { isInitiated: true }), { replace: true })
              }
            >
              查看办件
            </Button>,
            <Button key="again" onClick={onAgain}>
              继续发起
            </Button>,
            <Button key="print" icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
              打印回执
            </Button>,
          ]}
        />
      </Card>
      {createPortal(
        <article className={styles.sheet}>
          <h1>收件回执</h1>
          <p className={styles.code}>流水号：{result.workorderCode}</p>
          <table>
            <tbody>
              <tr>
                <th scope="row">事项名称</th>
                <td>{item.name}</td>
              </tr>
              <tr>
                <th scope="row">{item.applicantWord}</th>
                <td>{applicantName}</td>
              </tr>
              <tr>
                <th scope="row">收件时间</th>
                <td>{dayjs().format('YYYY-MM-DD HH:mm')}</td>
              </tr>
              <tr>
                <th scope="row">收件单位</th>
                <td>{me?.orgName}</td>
              </tr>
              <tr>
                <th scope="row">收件人</th>
                <td>{me?.name}</td>
              </tr>
              <tr>
                <th scope="row">办理期限</th>
                <td>{item.limitText || '无时限'}</td>
              </tr>
            </tbody>
          </table>
          <p>请妥善保管本回执，凭流水号查询办理进度。</p>
        </article>,
        document.body,
      )}
    </Page>
  );
}
