/** Types that browsers have and TypeScript's DOM library does not list yet, or lists for workers only. */

interface FileSystemSyncAccessHandle {
  read(buffer: Uint8Array, options?: { at?: number }): number;
  write(buffer: Uint8Array, options?: { at?: number }): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

interface FileSystemFileHandle {
  createSyncAccessHandle?(): Promise<FileSystemSyncAccessHandle>;
}

interface MediaRecorderOptions {
  videoKeyFrameIntervalDuration?: number;
}

interface Window {
  documentPictureInPicture?: {
    requestWindow(size: { width: number; height: number }): Promise<Window>;
  };
}

/** Apple's phones have this kind alone. */
declare var ManagedMediaSource: typeof MediaSource | undefined;

/** iPhones show only the element itself in full screen, by a call of their own. */
interface HTMLVideoElement {
  webkitEnterFullscreen?(): void;
}

interface DisplayMediaStreamOptions {
  systemAudio?: "include" | "exclude";
  surfaceSwitching?: "include" | "exclude";
  selfBrowserSurface?: "include" | "exclude";
}
