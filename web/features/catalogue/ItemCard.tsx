import { Button } from 'antd';
import type { BusinessItemRow } from '#contract/catalogue.ts';

/** One item that can be started. */
export function ItemCard(props: { item: BusinessItemRow; onStart: () => void }) {
  const { item, onStart } = props;
  return (
    <li className="catalogue-item">
      <div className="catalogue-item-text">
        <h3>{item.name}</h3>
        <p className="catalogue-summary">{item.summary}</p>
        <p className="catalogue-facts">
          <span>{item.categoryName}</span>
          <span>{item.orgName}</span>
          {item.limitText !== '' && <span>办理时限：{item.limitText}</span>}
        </p>
      </div>
      <Button type="primary" ghost onClick={onStart} aria-label={`发起${item.name}`}>
        发起
      </Button>
    </li>
  );
}
