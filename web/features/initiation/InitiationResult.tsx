import { Button, Result } from 'antd';
import { useNavigate } from 'react-router';
import type { InitiateResult } from '#contract/initiation.ts';
import { localDateOf } from '#domain/calendar/local-date.ts';
import { Card } from '#web/toolkit/page/Card.tsx';
import { detailUrl } from '#web/toolkit/page/order-address.ts';
import { Page } from '#web/toolkit/page/Page.tsx';
import type { WayBack } from '#web/toolkit/page/use-return-path.ts';
import type { Item } from './use-initiation.ts';

/**
 * Shows that the matter is started: its code, its next steps and its due date. Its receipt is a document, made at the
 * node that receives it.
 */
export function InitiationResult(props: {
  item: Item;
  way: WayBack;
  result: InitiateResult;
  onAgain: () => void;
}) {
  const { item, way, result, onAgain } = props;
  const navigate = useNavigate();
  return (
    <Page title={item.name} {...way}>
      <Card>
        <Result
          status="success"
          title={result.message}
          subTitle={
            <>
              {result.nextNodeNames.length > 0 && <div>下一环节：{result.nextNodeNames.join('、')}</div>}
              {result.dueAt !== null && <div>全程时限：{localDateOf(new Date(result.dueAt))} 到期</div>}
            </>
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
          ]}
        />
      </Card>
    </Page>
  );
}
