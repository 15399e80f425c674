import { Button } from 'antd';
import { Card } from '#web/toolkit/page/Card.tsx';

/** Id of the card that has the list of materials as a tab. */
export const partsId = 'order-parts';

/** Shows the result of the check of the materials to a handler at the reception, who opens the list from here. */
export function MaterialsCard({ summary, onOpen }: { summary: string; onOpen: () => void }) {
  const open = () => {
    onOpen();
    document.getElementById(partsId)?.focus();
  };
  return (
    <Card title="材料核对" extra={<Button onClick={open}>核对材料</Button>}>
      {summary === '' ? '尚未核对。请对照材料清单核对份数和内容。' : summary}
    </Card>
  );
}
