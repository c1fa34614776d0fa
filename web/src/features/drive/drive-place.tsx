import { useSuspenseQuery } from "@tanstack/react-query";
import type { DriveConnection, DriveProblem } from "#contract/drive.ts";
import { disconnectDrive, driveQuery } from "#web/data/drive.ts";
import { counted, formatSize } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Banner } from "#web/ui/page/banner.tsx";
import { useConnectDrive } from "./connect.ts";

export function DriveControl() {
  const { data: connection } = useSuspenseQuery(driveQuery);
  const { connect, isConnecting } = useConnectDrive();
  if (connection.state === "connected") {
    return (
      <WriteButton size="sm" write={disconnectDrive} question={beforeDisconnecting(connection)}>
        Disconnect
      </WriteButton>
    );
  }
  return (
    <Button size="sm" tone="primary" busy={isConnecting} onClick={connect}>
      {connection.state === "ended" ? "Connect again" : "Connect"}
    </Button>
  );
}

const beforeDisconnecting = ({ recordings: { count } }: DriveConnection) => ({
  title: "Disconnect Google Drive?",
  description:
    count === 0
      ? "Kinora can no longer see or store files there."
      : `${recordingsIn(count)} will stay in your Drive. Nobody can watch them here until you connect it again. You can delete them from your library.`,
  danger: true,
});

const recordingsIn = (count: number) =>
  count === 1 ? "Your one recording" : `Your ${count} recordings`;

export function DriveNotes() {
  const { email, state, recordings, waiting } = useSuspenseQuery(driveQuery).data;
  return (
    <div className="grid gap-2 empty:hidden">
      {state === "connected" && (
        <p className="text-13 text-ink-2 tabular-nums [overflow-wrap:anywhere]">
          {email} · {counted(recordings.count, "recording")}, {formatSize(recordings.bytes)}
        </p>
      )}
      {state === "ended" && (
        <Banner tone="warn">
          Google has ended the connection to {email}. Your recordings there are safe: connect again
          to watch them and to save new ones.
        </Banner>
      )}
      {waiting.count > 0 && (
        <Banner tone={waiting.problem ? "warn" : "info"}>
          {waiting.count === 1 ? "One recording is" : `${waiting.count} recordings are`} on the way
          to your Drive ({formatSize(waiting.bytes)}), and can be watched meanwhile.{" "}
          {waiting.problem && problems[waiting.problem]}
        </Banner>
      )}
    </div>
  );
}

const problems: Record<DriveProblem, string> = {
  drive_not_connected: "It goes on when Google Drive is connected again.",
  drive_full: "Your Drive is full: it goes on when there is room.",
  drive_busy: "Google asks for a pause; it is tried again by itself.",
  drive_unavailable: "Google does not answer; it is tried again by itself.",
};
