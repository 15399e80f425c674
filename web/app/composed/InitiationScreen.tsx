import { InitiationPage } from '#web/features/initiation/InitiationPage.tsx';
import { PetitionHistoryButton } from '#web/features/petition-history/PetitionHistoryButton.tsx';

/** Shows 发起办件 and 信访登记, with the earlier petitions of the person who is being registered. */
export function InitiationScreen() {
  return <InitiationPage PetitionHistory={PetitionHistoryButton} />;
}
