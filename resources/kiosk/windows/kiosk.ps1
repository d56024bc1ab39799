#Requires -Version 5.1
#Requires -RunAsAdministrator
<#
.SYNOPSIS
Makes Benchside the only thing an account of Windows shows, and undoes it.

.DESCRIPTION
Windows Enterprise, Education and IoT Enterprise: Shell Launcher starts Benchside in place of the desktop, and Keyboard
Filter takes the keys that lead out of it. Other editions have neither: there the account's own shell and policies are
set, Ctrl+Alt+Del stays, and Benchside says that it is not locked.

The account must exist, must not be an administrator, and must have signed in once. Running this again is harmless.

.EXAMPLE
.\kiosk.ps1 -Account bench1

.EXAMPLE
.\kiosk.ps1 -Account bench1 -Undo
#>
[CmdletBinding()]
param(
    [Parameter(Mandatory)] [string] $Account,
    [string] $App = "$env:ProgramFiles\Benchside\Benchside.exe",
    [string] $Site = '',
    [switch] $Undo
)

Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'

$embedded = 'root\standardcimv2\embedded'
$restartShell = 0
$keys = 'Alt+F4', 'Alt+Tab', 'Alt+Esc', 'Ctrl+Esc', 'Ctrl+Alt+Del', 'Ctrl+Shift+Esc', 'Shift+Ctrl+Esc', 'Win', 'Win+L',
    'Win+D', 'Win+E', 'Win+R', 'Win+M', 'Win+U', 'Win+Tab', 'Win+Enter', 'Alt+Space', 'F21', 'LaunchMail', 'LaunchApp1',
    'LaunchApp2', 'BrowserHome', 'BrowserSearch'
$policies = @{
    'Software\Microsoft\Windows\CurrentVersion\Policies\System' = @{
        DisableTaskMgr = 1; DisableLockWorkstation = 1; DisableChangePassword = 1; HideFastUserSwitching = 1
    }
    'Software\Microsoft\Windows\CurrentVersion\Policies\Explorer' = @{ NoLogoff = 1; NoWinKeys = 1; NoDriveTypeAutoRun = 255 }
    'Control Panel\Accessibility\StickyKeys' = @{ Flags = '506' }
}
$winlogon = 'Software\Microsoft\Windows NT\CurrentVersion\Winlogon'

$user = Get-LocalUser -Name $Account
$sid = $user.SID.Value
$administrators = Get-LocalGroupMember -SID 'S-1-5-32-544'
if ($administrators | Where-Object { $_.SID.Value -eq $sid }) { throw "$Account is an administrator. Use an account that is none." }

$command = "`"$App`" --kiosk" + $(if ($Site) { " --site `"$Site`"" } else { '' })
if (-not $Undo -and -not (Test-Path -LiteralPath $App)) { throw "$App is not there. Install Benchside for all users, or say where it is with -App." }

function Test-Feature([string] $Name) {
    $feature = Get-WindowsOptionalFeature -Online -FeatureName $Name -ErrorAction SilentlyContinue
    $null -ne $feature
}

function Enable-Feature([string] $Name) {
    if ((Get-WindowsOptionalFeature -Online -FeatureName $Name).State -eq 'Enabled') { return }
    Enable-WindowsOptionalFeature -Online -FeatureName $Name -All -NoRestart | Out-Null
}

# Runs a block with the account's registry at HKEY_USERS\<SID>, loaded from its profile where nobody is signed in.
function Use-Hive([scriptblock] $Do) {
    $hive = "Registry::HKEY_USERS\$sid"
    $loaded = $false
    if (-not (Test-Path -LiteralPath $hive)) {
        $userProfile = Get-CimInstance Win32_UserProfile | Where-Object SID -EQ $sid
        if (-not $userProfile) { throw "$Account has never signed in. Sign in once, sign out, and run this again." }
        & reg.exe load "HKU\$sid" (Join-Path $userProfile.LocalPath 'NTUSER.DAT') | Out-Null
        if ($LASTEXITCODE -ne 0) { throw "The registry of $Account could not be loaded." }
        $loaded = $true
    }
    try { & $Do $hive }
    finally {
        if ($loaded) {
            [GC]::Collect()
            & reg.exe unload "HKU\$sid" | Out-Null
        }
    }
}

function Set-Policies {
    Use-Hive {
        param($hive)
        foreach ($path in $policies.Keys) {
            $key = "$hive\$path"
            if (-not (Test-Path -LiteralPath $key)) { New-Item -Path $key -Force | Out-Null }
            foreach ($name in $policies[$path].Keys) { Set-ItemProperty -LiteralPath $key -Name $name -Value $policies[$path][$name] }
        }
    }
}

function Remove-Policies {
    Use-Hive {
        param($hive)
        foreach ($path in $policies.Keys) {
            foreach ($name in $policies[$path].Keys) {
                Remove-ItemProperty -LiteralPath "$hive\$path" -Name $name -ErrorAction SilentlyContinue
            }
        }
        Remove-ItemProperty -LiteralPath "$hive\$winlogon" -Name Shell -ErrorAction SilentlyContinue
    }
}

function Set-OwnShell {
    Use-Hive {
        param($hive)
        $key = "$hive\$winlogon"
        if (-not (Test-Path -LiteralPath $key)) { New-Item -Path $key -Force | Out-Null }
        Set-ItemProperty -LiteralPath $key -Name Shell -Value $command
    }
}

function Set-Launcher {
    $class = [wmiclass] "\\.\${embedded}:WESL_UserSetting"
    if (Get-CimInstance -Namespace $embedded -ClassName WESL_UserSetting | Where-Object Sid -EQ $sid) {
        $class.RemoveCustomShell($sid) | Out-Null
    }
    $class.SetDefaultShell('explorer.exe', $restartShell) | Out-Null
    $class.SetCustomShell($sid, $command, $null, $null, $restartShell) | Out-Null
    $class.SetEnabled($true) | Out-Null
}

function Set-Filter([bool] $Enabled) {
    # Administrators keep their keys.
    $setting = Get-CimInstance -Namespace $embedded -ClassName WEKF_Settings | Where-Object Name -EQ 'DisableKeyboardFilterForAdministrators'
    if ($setting) { $setting | Set-CimInstance -Property @{ Value = 'true' } }
    foreach ($key in $keys) {
        $found = Get-CimInstance -Namespace $embedded -ClassName WEKF_PredefinedKey | Where-Object Id -EQ $key
        if ($found) { $found | Set-CimInstance -Property @{ Enabled = $Enabled } }
    }
    Set-Service -Name MsKeyboardFilter -StartupType $(if ($Enabled) { 'Automatic' } else { 'Disabled' })
}

$hasLauncher = Test-Feature 'Client-EmbeddedShellLauncher'
$hasFilter = Test-Feature 'Client-KeyboardFilter'

if ($Undo) {
    Remove-Policies
    if ($hasLauncher -and (Get-CimInstance -Namespace $embedded -ClassName WESL_UserSetting -ErrorAction SilentlyContinue | Where-Object Sid -EQ $sid)) {
        ([wmiclass] "\\.\${embedded}:WESL_UserSetting").RemoveCustomShell($sid) | Out-Null
    }
    if ($hasFilter -and (Get-Service -Name MsKeyboardFilter -ErrorAction SilentlyContinue)) { Set-Filter $false }
    Write-Output "$Account has its desktop back after the next start. The account and its data are still there."
    return
}

Set-Policies
$restart = $false
if ($hasLauncher) {
    Enable-Feature 'Client-EmbeddedShellLauncher'
    if (Get-CimClass -Namespace $embedded -ClassName WESL_UserSetting -ErrorAction SilentlyContinue) { Set-Launcher } else { $restart = $true }
} else {
    Set-OwnShell
}
if ($hasFilter) {
    Enable-Feature 'Client-KeyboardFilter'
    if (Get-CimClass -Namespace $embedded -ClassName WEKF_PredefinedKey -ErrorAction SilentlyContinue) { Set-Filter $true } else { $restart = $true }
}
if ($restart) { Write-Output 'Windows has to start anew before the rest can be set: restart, and run this again with the same options.' }
elseif (-not $hasLauncher -or -not $hasFilter) { Write-Output 'Benchside is the shell of this account. This edition of Windows has no Keyboard Filter, so Ctrl+Alt+Del still leads out.' }
else { Write-Output "$Account shows nothing but Benchside from its next sign-in on." }
