import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Cloud, Film, Upload } from "lucide-react";
import type { ReactNode } from "react";
import type { Config } from "#contract/config.ts";
import type { Recording, RecordingList } from "#contract/recordings.ts";
import type { CurrentSubscription, StorageUsage } from "#contract/subscriptions.ts";
import { configQuery } from "#web/data/config.ts";
import { isOnDrive } from "#web/data/subscriptions.ts";
import { counted, formatDate, formatMonth, formatSize } from "#web/lib/format.ts";
import { type PictureSource, pictureSource } from "#web/lib/picture-source.ts";
import { useUser } from "#web/lib/session.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Progress, WARN_AT } from "#web/ui/progress.tsx";
import { Loading } from "#web/ui/skeleton.tsx";

/** A part that is not known yet has its place already, so that nothing moves when it comes. */
interface Props {
  library: RecordingList | undefined;
  subscription: CurrentSubscription | undefined;
  usage: StorageUsage | undefined;
  cloudName: string | undefined;
  thumbnail: (recording: Recording) => ReactNode;
  /** The label on the picture: how long the recording is, or why that is not known. */
  label: (recording: Recording) => string;
}

export function HomePage(props: Props) {
  const { library, subscription, usage, cloudName, thumbnail, label } = props;
  const user = useUser();
  const stats = [
    ["Total Recordings", library && String(library.total)],
    ["Storage Type", subscription && cloudName && storageForNew(subscription, cloudName)],
    ["Member Since", formatMonth(user.created_at)],
  ];
  return (
    <Page>
      <PageHead title={`Welcome, ${user.username}`} help="What would you like to show today?" />
      <QuickActions total={library?.total} />
      <div className="grid gap-4 lg:grid-cols-[2fr_3fr]">
        <StorageWidget subscription={subscription} usage={usage} />
        <dl className="grid divide-y divide-line rounded-12 border border-line sm:grid-cols-3 sm:divide-x sm:divide-y-0">
          {stats.map(([name, value]) => (
            <div
              key={name}
              className="flex items-center justify-between gap-4 p-5 sm:grid sm:content-between"
            >
              <dt className="text-13 text-ink-2">{name}</dt>
              <dd className="font-semibold text-16 tabular-nums sm:text-20">{value ?? "\u00a0"}</dd>
            </div>
          ))}
        </dl>
      </div>
      <RecentRecordings library={library} thumbnail={thumbnail} label={label} />
    </Page>
  );
}

/** As high as the highest of its states, so that no figure moves what stands below. */
export function StorageWidget({ subscription, usage }: Pick<Props, "subscription" | "usage">) {
  return (
    <section className="grid min-h-30 content-between gap-4 rounded-12 border border-line p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-13 text-ink-2">Storage</h2>
        <span className="text-13 text-ink-3">{subscription?.plan_name}</span>
      </div>
      {subscription && usage && <Used subscription={subscription} usage={usage} />}
    </section>
  );
}

/** No more is promised than there is: the plan's room, or what the disk has left if that is less. */
const roomOf = ({ storage_limit_bytes, storage_used_bytes, available_bytes }: StorageUsage) =>
  Math.min(storage_limit_bytes, storage_used_bytes + available_bytes);

function Used({ subscription, usage }: { subscription: CurrentSubscription; usage: StorageUsage }) {
  const { data: config } = useQuery(configQuery);
  const mend = wayToStorage(config);
  const { storage_used_bytes } = usage;
  const room = roomOf(usage);
  const onDrive = isOnDrive(subscription);
  const isConnected = subscription.storage_configured;
  const percentage = room === 0 ? 100 : Math.min(100, (storage_used_bytes / room) * 100);
  return (
    <div className="grid gap-3 text-13 [&_a]:underline [&_a]:underline-offset-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-warn">
        <span className="text-14 text-ink-2 tabular-nums">
          <b className="font-semibold text-20 text-ink">{formatSize(storage_used_bytes)}</b>{" "}
          {!onDrive && `of ${formatSize(room)} used`}
          {onDrive && (isConnected ? "in Google Drive, unlimited" : "used")}
        </span>
        {!onDrive && percentage >= WARN_AT && config?.payments && (
          <Link to="/subscription">See plans</Link>
        )}
      </p>
      {!onDrive && <Progress label="Storage used" value={percentage} warns />}
      {onDrive && !isConnected && (
        <p className="text-warn">
          Google Drive is not connected. <Link to={mend.to}>{mend.words}</Link>
        </p>
      )}
    </div>
  );
}

function QuickActions({ total }: { total: number | undefined }) {
  const picture = pictureSource();
  const importing = {
    to: "/my-recordings",
    hash: "import",
    title: "Import Video",
    help: "A file from this device",
    Icon: Upload,
  };
  const ways = [
    ...(picture === "screen" ? [] : [importing]),
    { to: "/my-recordings", hash: "", title: "Browse Videos", help: inLibrary(total), Icon: Film },
    {
      to: "/settings",
      hash: "cloud-storage",
      title: "Cloud Storage",
      help: "Choose where recordings are kept",
      Icon: Cloud,
    },
  ];
  return (
    <div className="grid gap-3">
      <Link
        to="/new-recording"
        className="group flex flex-col gap-x-5 gap-y-3 rounded-12 border border-line bg-raised p-5 transition-colors hover:border-line-2 lg:flex-row lg:items-center"
      >
        <span className={buttonLook({ tone: "record", size: "lg" })}>
          <span className="size-3 rounded-full bg-on-red" />
          Start Recording
        </span>
        <span className="text-pretty text-14 text-ink-2">{waysToBegin(picture)}</span>
      </Link>
      <div className="grid gap-3 sm:auto-cols-fr sm:grid-flow-col">
        {ways.map(({ to, hash, title, help, Icon }) => (
          <Link
            key={title}
            to={to}
            hash={hash}
            className="flex items-center gap-4 rounded-12 border border-line px-5 py-3 transition-colors hover:border-line-2"
          >
            <Icon className="size-5 shrink-0 text-ink-2" />
            <span className="grid">
              <span className="font-medium text-14">{title}</span>
              <span className="text-13 text-ink-2">{help}</span>
            </span>
          </Link>
        ))}
      </div>
    </div>
  );
}

function inLibrary(total: number | undefined) {
  if (total === undefined) return "\u00a0";
  return total === 0 ? "Your library is empty" : counted(total, "recording");
}

const SHOWN = 3;
const CARDS = "grid gap-4 sm:grid-cols-3";
const COVERS = Array<string>(SHOWN).fill("aspect-video rounded-12");

function RecentRecordings({
  library,
  thumbnail,
  label,
}: Pick<Props, "library" | "thumbnail" | "label">) {
  const { recordings, total } = library ?? { recordings: [], total: undefined };
  return (
    <section className="grid gap-4">
      <div className="flex h-8 items-center justify-between gap-4">
        <h2 className="font-semibold text-20">Recent Recordings</h2>
        {total !== undefined && total > SHOWN && (
          <Link to="/my-recordings" className={buttonLook({ tone: "quiet", size: "sm" })}>
            View All ({total})
          </Link>
        )}
      </div>
      {total === undefined ? (
        <Loading label="Loading your dashboard" className={CARDS} blocks={COVERS} />
      ) : total === 0 ? (
        <p className="text-14 text-ink-2">No recordings yet. Start your first recording!</p>
      ) : (
        <ul className={CARDS}>
          {recordings.slice(0, SHOWN).map((recording) => (
            <li key={recording.id} className="min-w-0">
              <Link
                to="/video/$id"
                params={{ id: recording.id }}
                className="group grid gap-3 rounded-12"
              >
                <span className="relative block overflow-hidden rounded-12 border border-line">
                  {thumbnail(recording)}
                  <span className="absolute right-2 bottom-2 rounded-[6px] bg-stage/85 px-1.5 py-0.5 font-medium text-12 text-on-stage tabular-nums">
                    {label(recording)}
                  </span>
                </span>
                <span className="grid gap-0.5">
                  <bdi className="line-clamp-2 font-medium text-14 [overflow-wrap:anywhere] group-hover:underline">
                    {recording.filename}
                  </bdi>
                  <Facts
                    facts={[formatDate(recording.created_at), formatSize(recording.size)]}
                    className="text-13 text-ink-3"
                  />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The advice that stands largest on the dashboard: it promises only what this browser can do. */
export const waysToBegin = (picture: PictureSource | null) => advice[picture ?? "none"];

const advice = {
  screen: "Screen, voice and camera, with a link to share.",
  camera:
    "This browser cannot record the screen. Record your camera instead, or import a video file.",
  none: "This browser cannot record. Import a video file instead.",
};

/** Where new recordings go, in a word. Without a place to go they stay on the computer. */
export function storageForNew(
  subscription: Pick<CurrentSubscription, "storage_type" | "storage_configured">,
  cloudName: string,
) {
  if (!subscription.storage_configured) return "Local";
  return isOnDrive(subscription) ? "Google Drive" : cloudName;
}

/** The way to mend a drive that is not connected: to the settings, if this server knows drives at all. */
export function wayToStorage(config: Pick<Config, "drive" | "payments"> | undefined) {
  return config?.drive
    ? { to: "/settings", words: "Connect it in Settings" }
    : { to: "/subscription", words: config?.payments ? "See plans" : "Choose a storage" };
}
