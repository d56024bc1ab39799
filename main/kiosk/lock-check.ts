import type { LockCheck, LockFinding } from '../../shared/lock-check.ts';
import type { Machine, Process } from './machine.ts';

interface Running {
  /** True if every window fills its screen and cannot be closed. */
  isKiosk: boolean;
  /** True if someone could attach a debugger or open the developer tools. */
  isDebuggable: boolean;
}

type Finding = Omit<LockFinding, 'part'>;

const closed = (detail: string): Finding => ({ state: 'closed', detail });
const open = (detail: string): Finding => ({ state: 'open', detail });
const unknown = (detail: string): Finding => ({ state: 'unknown', detail });

/**
 * Checks whether people at this screen are kept inside Benchside. A full-screen window does not block Alt+Tab: only the
 * system's session can, and what cannot be checked counts as open.
 */
export async function checkLock(machine: Machine, { isKiosk, isDebuggable }: Running): Promise<LockCheck> {
  const system = await systemOf(machine);
  const findings: LockFinding[] = [
    { part: 'window', ...(isKiosk ? closed('') : open('')) },
    { part: 'debugging', ...(isDebuggable ? open('') : closed('')) },
    { part: 'account', ...(machine.isAdministrator ? open('root') : closed('')) },
    { part: 'session', ...system.session },
    { part: 'keys', ...system.keys },
  ];
  return { locked: findings.every(({ state }) => state === 'closed'), findings };
}

function systemOf(machine: Machine): Promise<Record<'session' | 'keys', Finding>> {
  if (machine.platform === 'linux') return onLinux(machine);
  if (machine.platform === 'win32') return onWindows(machine);
  // A device manager's single-app mode is not visible from inside the app.
  return Promise.resolve({ session: unknown(machine.platform), keys: unknown(machine.platform) });
}

/** Compositors that show a single program. */
const single = ['cage', 'gnome-kiosk'];
/** Process names of window managers that can switch programs. */
const switching =
  /^(?:gnome-shell|kwin_(?:x11|wayland)|plasmashell|xfwm4|openbox|marco|metacity|mutter|muffin|cinnamon|sway|Hyprland|weston|labwc|wayfire|i3|awesome|bspwm|dwm|fluxbox|icewm|jwm|lxqt-session|budgie-wm|enlightenment|river|niri)$/;

async function onLinux(machine: Machine): Promise<Record<'session' | 'keys', Finding>> {
  const processes = machine.processes();
  const manager = processes.find(({ name }) => switching.test(name));
  const kiosk = processes.find(({ name }) => single.includes(name));
  const session = manager
    ? open(manager.name)
    : kiosk
      ? closed(kiosk.name)
      : machine.env['DISPLAY'] && !machine.env['WAYLAND_DISPLAY']
        ? await withoutManager(machine)
        : unknown(machine.env['XDG_CURRENT_DESKTOP'] ?? '');
  return { session, keys: terminals(machine, kiosk) };
}

/** Without a window manager an X server cannot switch programs. */
async function withoutManager({ run }: Machine): Promise<Finding> {
  const told = await run('xprop', ['-root', '_NET_SUPPORTING_WM_CHECK']);
  if (told === undefined) return unknown('xprop');
  return /not found|no such atom/i.test(told) ? closed('X') : open(told.trim());
}

const isTrue = '"?(?:true|yes|on|1)"?';
const noTerminals = new RegExp(`^\\s*Option\\s+"DontVTSwitch"\\s+${isTrue}`, 'im');
const noKill = new RegExp(`^\\s*Option\\s+"DontZap"\\s+${isTrue}`, 'im');

/** Checks Ctrl+Alt+F2: it opens a terminal unless the display captures the keys or there is no terminal to log in at. */
function terminals({ read }: Machine, kiosk: Process | undefined): Finding {
  if (kiosk?.name === 'cage' && !kiosk.parameters.includes('-s')) return closed('cage');
  const logind = [read('/etc/systemd/logind.conf'), read('/etc/systemd/logind.conf.d')].join('\n');
  if (/^\s*NAutoVTs\s*=\s*0\s*$/m.test(logind) && /^\s*ReserveVT\s*=\s*0\s*$/m.test(logind))
    return closed('logind');
  if (kiosk) return open(kiosk.name);
  const xorg = [read('/etc/X11/xorg.conf'), read('/etc/X11/xorg.conf.d')].join('\n');
  return noTerminals.test(xorg) && noKill.test(xorg) ? closed('xorg.conf') : open('xorg.conf');
}

const policies = String.raw`HKCU\Software\Microsoft\Windows\CurrentVersion\Policies\System`;

async function onWindows({ run }: Machine): Promise<Record<'session' | 'keys', Finding>> {
  const [shell, taskManager, filter] = await Promise.all([
    run('tasklist.exe', ['/NH', '/FO', 'CSV', '/FI', 'IMAGENAME eq explorer.exe']),
    run('reg.exe', ['query', policies, '/v', 'DisableTaskMgr']),
    run('sc.exe', ['query', 'MsKeyboardFilter']),
  ]);
  return { session: windowsShell(shell), keys: windowsKeys(taskManager ?? '', filter ?? '') };
}

function windowsShell(told: string | undefined): Finding {
  if (told === undefined) return unknown('tasklist');
  return /explorer\.exe/i.test(told) ? open('explorer.exe') : closed('Shell Launcher');
}

function windowsKeys(taskManager: string, filter: string): Finding {
  if (!/DisableTaskMgr\s+REG_DWORD\s+0x1\b/.test(taskManager)) return open('DisableTaskMgr');
  // State 4 means running.
  return /STATE\s*:\s*4\b/.test(filter) ? closed('MsKeyboardFilter') : open('MsKeyboardFilter');
}
