import { Card } from "#web/ui/card.tsx";
import { Disclosure } from "#web/ui/disclosure.tsx";

const CANCELLING = "Can I cancel anytime?";

const items = [
  {
    question: "What is the difference between Google Drive and cloud storage?",
    answer:
      "With Google Drive your recordings are kept in your own Drive: free, and limited only by your Google account. Cloud storage is kept for you by this service, needs no Google account, and has the size of your plan.",
  },
  {
    question: CANCELLING,
    answer:
      "Yes. You are moved to the Free plan at once and can keep using your Google Drive. Nothing you have recorded is deleted.",
  },
  {
    question: "What happens to my recordings when I downgrade?",
    answer:
      "When you return to the Free plan, your recordings are migrated back to your Google Drive one by one. Each is checked before the old copy goes. Until a Drive is connected they stay here and play.",
  },
  {
    question: "How is storage calculated?",
    answer:
      "It is the total size of all your recordings in the cloud. Recordings in your own Google Drive take no room of a plan. Deleting or moving a recording frees its room at once.",
  },
];

const CREDIT = " Paid time that you did not use is kept as credit for later payments.";

export function Faq({ payments }: { payments: boolean }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-semibold text-16">Frequently Asked Questions</h2>
      <Card className="px-5 py-1">
        {items.map(({ question, answer }) => (
          <Disclosure key={question} title={question}>
            {answer}
            {payments && question === CANCELLING && CREDIT}
          </Disclosure>
        ))}
      </Card>
    </section>
  );
}
